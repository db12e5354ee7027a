package dev.onceward.bench;

import dev.onceward.server.rpc.Defects;
import dev.onceward.server.rpc.GrpcOptions;
import dev.onceward.server.rpc.GrpcServer;
import dev.onceward.server.rpc.Instruments;
import dev.onceward.server.rpc.RpcObserver;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * The command that serves {@link NullService} until it is stopped: by the server's own gRPC port,
 * so that what differs is only what stands behind it.
 */
@Command(name = NullServer.COMMAND, hidden = true)
final class NullServer implements Callable<Integer> {
  static final String COMMAND = "null-server";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException, InterruptedException {
    GrpcServer server = start();
    PrintWriter out = spec.commandLine().getOut();
    int port = ((InetSocketAddress) server.address()).getPort();
    out.println(COMMAND + " ready grpc=127.0.0.1:" + port + " http=-");
    out.flush();
    new CountDownLatch(1).await();
    server.drain(Duration.ZERO);
    return 0;
  }

  static GrpcServer start() throws IOException {
    return GrpcServer.start(
        GrpcOptions.plain(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
        List.of(new NullService()),
        List.of(),
        new Instruments(System::nanoTime, Defects.random(new SecureRandom()), RpcObserver.NONE));
  }
}
