import { atLeast } from "../../measured/figure.ts";
import type { Measurement } from "../../measured/measurement.ts";
import { median } from "../../measured/statistics.ts";
import type { Workshop } from "../workshop.ts";
import { type Cost, growthFigures, growthPlot } from "./growthOf.ts";

/** As many as a server lets in. */
const sizes = [1, 2, 3, 5, 7, 10];
const rounds = 11;
const calls = 2_000;
const broadcasts = 30;

/** More and more clients of one server, in a process of their own, all calling at once. */
export async function clientsGrowth(workshop: Workshop): Promise<Measurement> {
  const server = await workshop.start("broadcastServer");
  const address = await server.ask<{ port: number; token: string }>("listen");
  const clients = await workshop.start("manyClients");
  const call: [number, number][] = [];
  const latency: [number, number][] = [];
  const broadcast: [number, number][] = [];
  for (const size of sizes) {
    await clients.ask("open", { ...address, count: size });
    const times: { all: number[]; each: number[]; told: number[] } = { all: [], each: [], told: [] };
    for (let round = -2; round < rounds; round++) {
      const { perSecond, milliseconds } = await clients.ask<{ perSecond: number; milliseconds: number }>(
        "measure",
        { calls: Math.round(calls / size) },
      );
      await clients.ask("heard");
      const told = await server.ask<number>("broadcast", { count: broadcasts });
      const heard = await clients.ask<number>("heard");
      if (heard !== size * broadcasts)
        throw new Error(`${heard} selections were heard of ${size * broadcasts}`);
      if (round < 0) continue;
      times.all.push(1_000_000 / perSecond);
      times.each.push(milliseconds * 1_000);
      times.told.push(told);
    }
    call.push([size, median(times.all)]);
    latency.push([size, median(times.each)]);
    broadcast.push([size, median(times.told)]);
  }
  const costs: readonly Cost[] = [
    { label: "time for one call, of all that are made", unit: "µs", points: call, growth: "constant" },
    {
      label: "a client waits for its answer",
      unit: "µs",
      points: latency,
      growth: "linear",
      remark: "all call at once, and one processor answers",
    },
    {
      label: "processor time to tell a selection",
      unit: "µs",
      points: broadcast,
      growth: "linear",
      remark: "each client is told",
    },
  ];
  const perSecond = (at: number) => 1_000_000 / call.at(at)![1];
  return {
    figures: [
      ...growthFigures("clients", costs),
      {
        name: "  calls per second of 10 clients",
        aim: atLeast(1),
        measured: perSecond(-1) / perSecond(0),
        unit: "× those of one",
        note: `${Math.round(perSecond(-1))}/s in all, ${Math.round(perSecond(0))}/s of one`,
      },
    ],
    plots: [
      growthPlot(
        {
          file: "growth-clients",
          title: "Clients",
          subtitle: "So many clients call a tool that echoes 64 characters, each one call after the other",
        },
        "clients",
        costs,
        "µs",
      ),
    ],
  };
}
