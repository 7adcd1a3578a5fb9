import type { IdeEvent } from "@idebridge/sdk";
import { IdeBridgeError } from "@idebridge/sdk/core";
import { type LinkedTransport, linkedTransports, ManualClock, settle } from "@idebridge/sdk/testing";
import { describe, expect, it } from "vitest";
import { open, Peer } from "./peer.ts";

describe("the connection", () => {
  const backoff = { milliseconds: [0, 1000, 2000], attempts: 4 };
  const unreachable = () => Promise.reject(new IdeBridgeError("UNREACHABLE", "nobody there"));

  it.each<[code: number, error: string]>([
    [1008, "UNAUTHORIZED"],
    [1006, "UNREACHABLE"],
  ])("closed with %d during the handshake is %s", async (code, error) => {
    const dial = async () => {
      const [near, far] = linkedTransports();
      far.close(code, "no");
      return near;
    };
    await expect(open({ dial })).rejects.toMatchObject({ code: error });
  });

  it("times out when the server never answers", async () => {
    const clock = new ManualClock();
    const outcome = expect(
      open({ dial: async () => linkedTransports()[0] }, { clock }),
    ).rejects.toMatchObject({
      code: "TIMEOUT",
    });
    await clock.advance(1_000);
    await outcome;
  });

  it("comes back with growing pauses, and the caller sees each attempt", async () => {
    const clock = new ManualClock();
    const peer = new Peer({});
    let isUp = true;
    const dial = () => (isUp ? peer.dial() : unreachable());
    await using ide = await open({ dial }, { clock, reconnect: backoff });
    const events: IdeEvent[] = [];
    ide.subscribe((event) => events.push(event));
    const pending = expect(ide.request("never")).rejects.toMatchObject({ code: -32601 });
    await pending;

    isUp = false;
    peer.line.terminate();
    await clock.advance(0);
    await expect(ide.request("ping")).rejects.toMatchObject({
      code: "CONNECTION_CLOSED",
      message: expect.stringContaining("being restored"),
    });
    await clock.advance(999);
    isUp = true;
    await clock.advance(1);
    expect(events).toEqual([
      { type: "reconnecting", attempt: 1, milliseconds: 0 },
      { type: "reconnecting", attempt: 2, milliseconds: 1000 },
      { type: "connected" },
    ]);
    expect(peer.lines).toHaveLength(2);
  });

  it("is given up after the last attempt, with the reason", async () => {
    const clock = new ManualClock();
    const peer = new Peer({});
    const dial = () => (peer.lines.length === 0 ? peer.dial() : unreachable());
    await using ide = await open({ dial }, { clock, reconnect: backoff });
    const events: IdeEvent[] = [];
    ide.subscribe((event) => events.push(event));
    peer.line.terminate();
    await clock.advance(60_000);
    expect(events).toEqual([
      ...[0, 1000, 2000, 2000].map((milliseconds, index) => ({
        type: "reconnecting",
        attempt: index + 1,
        milliseconds,
      })),
      { type: "closed", error: new IdeBridgeError("UNREACHABLE", "nobody there") },
    ]);
    expect(clock.waiting).toBe(0);
  });

  it("is not tried again with a token that was refused", async () => {
    const clock = new ManualClock();
    const peer = new Peer({});
    const error = new IdeBridgeError("UNAUTHORIZED", "wrong token");
    const dial = () => (peer.lines.length === 0 ? peer.dial() : Promise.reject(error));
    await using ide = await open({ dial }, { clock, reconnect: backoff });
    const events: IdeEvent[] = [];
    ide.subscribe((event) => events.push(event));
    peer.line.terminate();
    await clock.advance(60_000);
    expect(events).toEqual([
      { type: "reconnecting", attempt: 1, milliseconds: 0 },
      { type: "closed", error },
    ]);
  });

  it("tells its end once when the caller closes it, also while it comes back, and stays closed", async () => {
    const clock = new ManualClock();
    const peer = new Peer({});
    const ide = await open(peer, { clock, reconnect: backoff });
    const events: IdeEvent[] = [];
    ide.subscribe((event) => events.push(event));
    peer.line.terminate();
    await settle();
    ide.close();
    ide.close();
    await clock.advance(60_000);
    expect(events).toEqual([{ type: "reconnecting", attempt: 1, milliseconds: 0 }, { type: "closed" }]);
    expect(peer.lines).toHaveLength(1);
  });

  it("that is closed in the middle of a handshake leaves no line behind", async () => {
    const clock = new ManualClock();
    const peer = new Peer({});
    const lines: LinkedTransport[] = [];
    const dial = async () => {
      if (peer.lines.length === 0) return peer.dial();
      const [near, far] = linkedTransports();
      lines.push(far);
      return near;
    };
    const ide = await open({ dial }, { clock, reconnect: backoff });
    peer.line.terminate();
    await clock.advance(0);
    const ended = new Promise((resolve) => lines[0]!.start({ message: () => {}, closed: resolve }));
    ide.close();
    await ended;
    await clock.advance(60_000);
    expect([lines.length, clock.waiting]).toEqual([1, 0]);
  });
});
