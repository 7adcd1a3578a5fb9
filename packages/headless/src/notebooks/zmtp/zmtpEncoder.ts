/** What a client says first: version 3.0, so that the other end keeps to that, and no encryption. */
export function encodeGreeting(): Buffer {
  const greeting = Buffer.alloc(64);
  greeting[0] = 0xff;
  greeting[9] = 0x7f;
  greeting[10] = 3;
  greeting.write("NULL", 12, "latin1");
  return greeting;
}

export function encodeReady(properties: Readonly<Record<string, string>>): Buffer {
  const parts = Object.entries(properties).flatMap(([name, value]) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(value.length);
    return [Buffer.from([name.length]), Buffer.from(name, "latin1"), length, Buffer.from(value, "latin1")];
  });
  return encodeFrame(Buffer.concat([Buffer.from("\u0005READY", "latin1"), ...parts]), 4);
}

export function encodeMessage(frames: readonly Buffer[]): Buffer {
  return Buffer.concat(frames.map((frame, index) => encodeFrame(frame, index < frames.length - 1 ? 1 : 0)));
}

/** `flags`: 1 when more follow, 4 for a command. */
function encodeFrame(body: Buffer, flags: number): Buffer {
  if (body.length < 256) return Buffer.concat([Buffer.from([flags, body.length]), body]);
  const head = Buffer.alloc(9);
  head[0] = flags | 2;
  head.writeBigUInt64BE(BigInt(body.length), 1);
  return Buffer.concat([head, body]);
}
