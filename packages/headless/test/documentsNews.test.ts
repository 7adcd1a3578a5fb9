import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DocumentsNews } from "../src/control/documentsNews.ts";

describe("front ends are told which documents are open", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function news() {
    const told: number[] = [];
    let documents = 0;
    const each = new DocumentsNews(() => told.push(documents));
    return {
      told,
      open: (count: number) => {
        for (let opened = 0; opened < count; opened++) {
          documents++;
          each.changed();
        }
      },
    };
  }

  it("at once, and once for all that changed together", async () => {
    const { told, open } = news();
    open(1_000);
    await vi.advanceTimersByTimeAsync(1);
    expect(told).toEqual([1_000]);
  });

  it("at most every 50 ms while much changes, the last list for certain", async () => {
    const { told, open } = news();
    for (let millisecond = 0; millisecond < 200; millisecond++) {
      open(1);
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(told.length).toBeLessThanOrEqual(5);
    await vi.advanceTimersByTimeAsync(50);
    expect(told.at(-1)).toBe(200);
  });

  it("the less often, the longer it takes", async () => {
    let told = 0;
    const slow = new DocumentsNews(() => {
      told++;
      vi.advanceTimersByTime(20);
    });
    for (let millisecond = 0; millisecond < 1_000; millisecond++) {
      slow.changed();
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(told).toBeLessThanOrEqual(6);
  });

  it("at once again after a pause", async () => {
    const { told, open } = news();
    open(1);
    await vi.advanceTimersByTimeAsync(60);
    open(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(told).toEqual([1, 2]);
  });
});
