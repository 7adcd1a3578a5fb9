import type { RawData } from "ws";
import { answerAsClient } from "./answerAsClient.ts";
import { dialWithWs } from "./dialWithWs.ts";
import { echoCall } from "./echoCall.ts";

/** The floor: `ws` sending texts of the size of a call, and not looking at what comes back. */
answerAsClient(async (address) => {
  const socket = await dialWithWs(address);
  const waiting: ((answer: RawData) => void)[] = [];
  let first = 0;
  let message = "";
  let messageText: string | undefined;
  socket.on("message", (answer) => {
    const done = waiting[first]!;
    if (++first === waiting.length) {
      first = 0;
      waiting.length = 0;
    }
    done(answer);
  });
  return {
    call(text, done) {
      if (text !== messageText) {
        messageText = text;
        message = echoCall(10_000, text);
      }
      waiting.push(done);
      socket.send(message);
    },
    close: () => socket.close(),
  };
});
