/**
 * What another user of the machine gets. Arguments: the folder that everything is in, then ports. Prints JSON: which files
 * it could read, which folders it could write to, which sockets it could open, and what the ports said.
 */
import { accessSync, constants, lstatSync, readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join, relative } from "node:path";

const [root, ...ports] = process.argv.slice(2);
const got = { uid: process.getuid(), readable: [], writable: [], sockets: [], ports: [] };
const sockets = [];

function look(path) {
  const name = relative(root, path);
  let stats;
  try {
    stats = lstatSync(path);
  } catch {
    return;
  }
  if (stats.isSocket()) sockets.push(path);
  if (stats.isFile())
    attempt(
      () => readFileSync(path),
      () => got.readable.push(name),
    );
  if (stats.isFile() || stats.isDirectory())
    attempt(
      () => accessSync(path, constants.W_OK),
      () => got.writable.push(name),
    );
  if (stats.isDirectory())
    attempt(
      () => readdirSync(path),
      (names) => {
        for (const each of names) look(join(path, each));
      },
    );
}

function attempt(act, then) {
  let result;
  try {
    result = act();
  } catch {
    return;
  }
  then(result);
}

/** The first line of the answer to a request that has everything but the token. */
function knock(place) {
  return new Promise((resolve) => {
    const socket = connect(place);
    const lines = [
      "GET /control HTTP/1.1",
      `Host: 127.0.0.1:${place.port}`,
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ];
    socket.on("connect", () => socket.write(`${lines.join("\r\n")}\r\n\r\n`));
    socket.on("data", (data) => {
      resolve(String(data).split("\r\n")[0]);
      socket.destroy();
    });
    socket.on("error", (error) => resolve(error.code));
  });
}

look(root);
for (const path of sockets) if ((await knock({ path })) !== "EACCES") got.sockets.push(relative(root, path));
for (const port of ports) got.ports.push(await knock({ host: "127.0.0.1", port: Number(port) }));
console.log(JSON.stringify(got));
