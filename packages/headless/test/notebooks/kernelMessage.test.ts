import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeMessage, encodeRequest } from "../../src/notebooks/kernels/kernelMessage.ts";

const session = { id: "session", key: "secret" };

function signed(parts: readonly unknown[], key = session.key) {
  const frames = parts.map((part) => Buffer.from(typeof part === "string" ? part : JSON.stringify(part)));
  const signature = frames
    .reduce((hmac, frame) => hmac.update(frame), createHmac("sha256", key))
    .digest("hex");
  return {
    frames: [Buffer.from("topic"), Buffer.from("<IDS|MSG>"), Buffer.from(signature), ...frames],
    leftOut: 0,
  };
}

const header = { msg_type: "stream", msg_id: "2" };
const parent = { msg_id: "1" };

describe("a message of a kernel", () => {
  it("is what the kernel reads of ours, and the other way round", () => {
    const { id, frames } = encodeRequest(session, "execute_request", { code: "☃" });
    expect(JSON.parse(frames[2]!.toString())).toMatchObject({
      msg_id: id,
      msg_type: "execute_request",
      session: "session",
    });
    expect(decodeMessage({ frames, leftOut: 0 }, session.key)).toEqual({
      type: "execute_request",
      parentId: undefined,
      content: { code: "☃" },
      leftOut: 0,
    });
  });

  it("has its buffers left alone", () => {
    const message = signed([header, parent, {}, { text: "a" }]);
    const frames = [...message.frames, Buffer.from([1, 2, 3])];
    expect(decodeMessage({ ...message, frames }, session.key)).toMatchObject({
      parentId: "1",
      content: { text: "a" },
    });
  });

  it("that was too large still says what it was", () => {
    const message = signed([header, parent, {}, ""]);
    expect(decodeMessage({ ...message, leftOut: 5 }, "whatever")).toEqual({
      type: "stream",
      parentId: "1",
      content: {},
      leftOut: 5,
    });
  });

  it.each([
    ["signed with another key", signed([header, parent, {}, {}], "other")],
    [
      "without a signature",
      { frames: signed([header, parent, {}, {}]).frames.toSpliced(2, 1, Buffer.alloc(0)), leftOut: 0 },
    ],
    ["that is cut off", { frames: signed([header, parent, {}, {}]).frames.slice(0, -1), leftOut: 0 }],
    ["without a start", { frames: [Buffer.from("x")], leftOut: 0 }],
    ["without a type", signed([{}, parent, {}, {}])],
    ["whose content is a list", signed([header, parent, {}, []])],
    ["that is no JSON", signed([header, parent, {}, "{"])],
  ])("%s is none", (_name, message) => {
    expect(decodeMessage(message, session.key)).toBeUndefined();
  });

  it("of any bytes is one or is none", () => {
    const frame = fc.oneof(
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      fc.constant(Buffer.from("<IDS|MSG>")),
      fc.json().map((json) => Buffer.from(json)),
    );
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 9 }), fc.nat(1), (frames, leftOut) => {
        const message = decodeMessage({ frames, leftOut }, session.key);
        // Nobody can sign without the key.
        if (leftOut === 0) expect(message).toBeUndefined();
      }),
    );
    fc.assert(
      fc.property(fc.tuple(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), fc.jsonValue()), (parts) => {
        const message = decodeMessage(signed(parts.map((part) => JSON.stringify(part))), session.key);
        if (message) expect(message.content).toEqual(expect.any(Object));
      }),
    );
  });
});
