/** How a frame differs from a good one. */
export interface FrameFaults {
  readonly final?: boolean;
  readonly masked?: boolean;
  readonly reserved?: number;
  /** What the length field says. */
  readonly length?: bigint;
}

export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** One WebSocket frame. The mask is of zeros: valid, and the payload stays as it is. */
export function frame(opcode: number, payload: Buffer, faults: FrameFaults = {}): Buffer {
  const { final = true, masked = true, reserved = 0, length = BigInt(payload.length) } = faults;
  const head = Buffer.alloc(10);
  head[0] = (final ? 0x80 : 0) | (reserved << 4) | opcode;
  let headLength = 2;
  if (length < 126n) head[1] = Number(length);
  else if (length < 65_536n) {
    head[1] = 126;
    head.writeUInt16BE(Number(length), 2);
    headLength = 4;
  } else {
    head[1] = 127;
    head.writeBigUInt64BE(length, 2);
    headLength = 10;
  }
  if (!masked) return Buffer.concat([head.subarray(0, headLength), payload]);
  head[1]! |= 0x80;
  return Buffer.concat([head.subarray(0, headLength), Buffer.alloc(4), payload]);
}
