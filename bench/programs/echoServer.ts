import { answerAsServer } from "./answerAsServer.ts";
import { listenWithWs } from "./listenWithWs.ts";

/** The floor: `ws` sending back what it gets. */
answerAsServer((echo) =>
  listenWithWs((socket) => {
    socket.on("message", (data, binary) => {
      const answer = echo(data);
      if (!(answer instanceof Promise)) socket.send(answer, { binary });
      else answer.then((later) => socket.send(later, { binary }));
    });
  }),
);
