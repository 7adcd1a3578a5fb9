/**
 * A kernel in plain Node, for what no real one does on request: `node fakeKernel.mjs <connection file>`. Its ZMTP is written
 * apart from that under test, so that the two do not share a mistake. The code is an order, see `orders`.
 */
import { createHmac, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";

const info = JSON.parse(readFileSync(process.argv[2], "utf8"));
const peers = { shell: new Set(), control: new Set(), stdin: new Set(), iopub: new Set() };
let running;

/** Each publishes with `say`, and ends with what goes into the reply; one that returns nothing never ends by itself. */
const orders = {
  echo: (say, text) => {
    say("stream", { name: "stdout", text });
    return { status: "ok" };
  },
  publish: (say, json) => {
    for (const [type, content] of JSON.parse(json)) say(type, content);
    return { status: "ok" };
  },
  hang: (say) => void say("stream", { name: "stdout", text: "hanging" }),
  ask: () =>
    void publish(peers.stdin, "input_request", { prompt: "name?" }, running.header, [running.identity]),
  silent: () => ({ status: "ok", noIdle: true }),
  mute: () => void publish(peers.iopub, "status", { execution_state: "idle" }, running.header),
  abort: () => ({ status: "aborted" }),
  forge: (say) => {
    publish(peers.iopub, "stream", { name: "stdout", text: "forged" }, running.header, [], "wrong key");
    say("stream", { name: "stdout", text: "genuine" });
    return { status: "ok" };
  },
  foreign: (say) => {
    publish(peers.iopub, "stream", { name: "stdout", text: "of another client" }, { msg_id: "other" });
    say("stream", { name: "stdout", text: "mine" });
    return { status: "ok" };
  },
  garbage: () => {
    for (const socket of peers.iopub) socket.write(Buffer.from([255, 1, 2, 3]));
  },
  die: (_say, words) => {
    process.stderr.write(words);
    process.exit(7);
  },
};

function execute(request) {
  running = request;
  const say = (type, content) => publish(peers.iopub, type, content, request.header);
  say("status", { execution_state: "busy" });
  const [, order, rest] = /^(\w+) ?([\s\S]*)$/.exec(request.content.code);
  finish(orders[order](say, rest));
}

function finish(result) {
  if (result === undefined) return;
  const { noIdle, ...content } = result;
  publish(peers.shell, "execute_reply", content, running.header, [running.identity]);
  if (!noIdle) publish(peers.iopub, "status", { execution_state: "idle" }, running.header);
}

function received(channel, request) {
  const answer = (content) =>
    publish(peers[channel], request.header.msg_type.replace("request", "reply"), content, request.header, [
      request.identity,
    ]);
  switch (request.header.msg_type) {
    case "kernel_info_request":
      answer({ status: "ok", protocol_version: "5.3" });
      return publish(peers.iopub, "status", { execution_state: "idle" }, request.header);
    case "execute_request":
      return execute(request);
    case "interrupt_request":
      answer({ status: "ok" });
      return finish({ status: "error", ename: "Interrupted", evalue: "", traceback: [] });
    case "shutdown_request":
      answer({ status: "ok" });
      setImmediate(() => process.exit(0));
  }
}

function publish(sockets, type, content, parent, route = [], key = info.key) {
  const header = { msg_id: randomUUID(), msg_type: type, session: "fake", version: "5.3" };
  const parts = [header, parent, {}, content].map((part) => Buffer.from(JSON.stringify(part)));
  const signature = parts.reduce((hmac, part) => hmac.update(part), createHmac("sha256", key)).digest("hex");
  const topic = sockets === peers.iopub ? [Buffer.from(`kernel.fake.${type}`)] : [];
  const message = encode([...topic, Buffer.from("<IDS|MSG>"), Buffer.from(signature), ...parts]);
  for (const socket of sockets)
    if (route.length === 0 || route.includes(socket.identity)) socket.write(message);
}

function encode(frames) {
  return Buffer.concat(
    frames.flatMap((frame, index) => {
      const head = Buffer.alloc(9);
      head[0] = index === frames.length - 1 ? 2 : 3;
      head.writeBigUInt64BE(BigInt(frame.length), 1);
      return [head, frame];
    }),
  );
}

function serve(channel, socketType) {
  const server = createServer((socket) => {
    const greeting = Buffer.alloc(64);
    greeting.set([255, 0, 0, 0, 0, 0, 0, 0, 1, 127, 3, 1]);
    greeting.write("NULL", 12);
    socket.write(greeting);
    const type = Buffer.from(
      `\x05READY\x0bSocket-Type\0\0\0${String.fromCharCode(socketType.length)}${socketType}`,
      "latin1",
    );
    socket.write(Buffer.concat([Buffer.from([4, type.length]), type]));
    let bytes = Buffer.alloc(0);
    let isGreeted = false;
    let frames = [];
    socket.on("error", () => {});
    socket.on("close", () => peers[channel]?.delete(socket));
    socket.on("data", (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      if (!isGreeted && bytes.length >= 64) {
        isGreeted = true;
        bytes = bytes.subarray(64);
      }
      while (isGreeted && bytes.length >= 2) {
        const isLong = bytes[0] & 2;
        const head = isLong ? 9 : 2;
        if (bytes.length < head) return;
        const size = isLong ? Number(bytes.readBigUInt64BE(1)) : bytes[1];
        if (bytes.length < head + size) return;
        const [flags, frame] = [bytes[0], bytes.subarray(head, head + size)];
        bytes = bytes.subarray(head + size);
        if (flags & 4) {
          socket.identity = /Identity\0\0\0.([\s\S]*)/.exec(frame.toString("latin1"))?.[1];
          peers[channel]?.add(socket);
          continue;
        }
        frames.push(frame);
        if (flags & 1) continue;
        const [, , header, , , content] = frames;
        frames = [];
        if (header === undefined) continue;
        received(channel, {
          identity: socket.identity,
          header: JSON.parse(header.toString()),
          content: JSON.parse(content.toString()),
        });
      }
    });
  });
  const port = info[`${channel}_port`];
  if (info.transport === "ipc") server.listen(`${info.ip}-${port}`);
  else server.listen(port, info.ip);
}

for (const channel of ["shell", "control", "stdin"]) serve(channel, "ROUTER");
serve("iopub", "PUB");
