// A bare echo on ws: what comes goes back. It says its port, and ends with its input.
import { createRequire } from "node:module";

const { WebSocketServer } = createRequire(process.argv[2])("ws");
const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
server.on("listening", () => console.log(server.address().port));
server.on("connection", (socket) => {
  socket.on("message", (data, isBinary) => {
    socket.send(data, { binary: isBinary });
  });
});
process.stdin.on("end", () => process.exit()).resume();
