# Starting and stopping a server of one's own. To be sourced, where $root is the project's directory.
# shellcheck shell=bash disable=SC2034,SC2154

# start_server STORE LOG GRPC_PORT HTTP_PORT: starts a server and waits, at most a minute, until it is ready. Sets
# server_pid, grpc_address and http_address; on failure shows the log's end and returns 1.
start_server() {
  local store=$1 log=$2 ready=$2.ready waited=0
  : >"$ready" # the loop below may look before the server's shell has made it
  "$root/ops/onceward" serve --store "$store" --grpc-port "$3" --http-port "$4" \
    >"$ready" 2>"$log" </dev/null &
  server_pid=$!
  until [[ $(head -n 1 "$ready") =~ ready\ grpc=([^ ]+)\ http=([^ ]+) ]]; do
    if ! kill -0 "$server_pid" 2>/dev/null || ((waited++ >= 300)); then
      echo "the server did not become ready:" >&2
      tail -n 10 "$log" >&2
      stop_server
      return 1
    fi
    sleep 0.2
  done
  grpc_address=${BASH_REMATCH[1]}
  http_address=${BASH_REMATCH[2]}
}

# stop_server: lets the server that start_server started end its calls, and waits for that.
stop_server() {
  [[ -n ${server_pid:-} ]] || return 0
  kill -TERM "$server_pid" 2>/dev/null || true
  wait "$server_pid" 2>/dev/null || true
  server_pid=
}
