import { type ClientActivity, counted, type LanguageServerInfo } from "@idebridge/headless/protocol";
import { useEffect } from "preact/hooks";
import { useWorkbench } from "../state/workbench.ts";
import { ClockTime } from "../ui/clockTime.tsx";
import { NoAgent } from "../ui/noAgent.tsx";
import { visible } from "../ui/visible.ts";

/** Who is connected, from where, since when, and what they asked. */
export function ClientsPanel() {
  const { activities, session } = useWorkbench();
  const clients = activities.clients.value;
  const servers = session.languageServers.value;
  useEffect(() => void session.lookForServers(), [session]);
  return (
    <section class="pane pane-scroll" aria-label="Clients">
      {clients.length === 0 ? (
        <NoAgent />
      ) : (
        <div class="cards">
          {clients.map((activity) => (
            <ClientCard key={activity.client.id} activity={activity} />
          ))}
        </div>
      )}
      {servers.length > 0 && (
        <section class="cards" aria-label="Language servers">
          <article class="card">
            <h2>Language servers</h2>
            <ul class="servers">
              {servers.map((server) => (
                <Server key={`${server.name} ${server.root}`} server={server} />
              ))}
            </ul>
          </article>
        </section>
      )}
    </section>
  );
}

function ClientCard({ activity }: { readonly activity: ClientActivity }) {
  const { client, calls } = activity;
  const facts = [
    { name: "Connected", value: <ClockTime at={client.connectedAt} /> },
    { name: "Process", value: client.pid === undefined ? undefined : String(client.pid) },
    { name: "Folder", value: client.folders.map(visible).join(", ") || undefined },
  ].filter(({ value }) => value !== undefined);
  return (
    <article class="card">
      <header class="card-head">
        <span class="live-mark" aria-hidden="true" />
        <h2>{visible(client.name)}</h2>
        <span class="pane-note">{visible(client.version)}</span>
      </header>
      <dl class="facts">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {calls.length === 0 ? (
        <p class="hint">It has asked for nothing yet.</p>
      ) : (
        <table class="calls">
          <thead>
            <tr>
              <th scope="col">Tool</th>
              <th scope="col">Calls</th>
              <th scope="col">Failed</th>
              <th scope="col">Last</th>
            </tr>
          </thead>
          <tbody>
            {calls.map(({ tool, count, failed, lastAt }) => (
              <tr key={tool}>
                <th scope="row">
                  <code>{visible(tool)}</code>
                </th>
                <td>{count}</td>
                <td class={failed > 0 ? "count-removed" : undefined}>{failed}</td>
                <td>
                  <ClockTime at={lastAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </article>
  );
}

function Server({ server }: { readonly server: LanguageServerInfo }) {
  const { session } = useWorkbench();
  const { name, state, languages, files = 0, root = session.folder.value, message } = server;
  const facts = [
    state === "idle" ? "starts when it is needed" : state,
    files === 0 ? "" : counted(files, "file"),
    root === session.folder.value ? "" : `in ${visible(session.shown(root))}`,
    `for ${languages.map(visible).join(", ")}`,
  ];
  return (
    <li class={`server server-${state}`}>
      <span class="live-mark" aria-hidden="true" />
      <strong>{visible(name)}</strong>
      <span class="list-note">{facts.filter((fact) => fact !== "").join(", ")}</span>
      {message !== undefined && <span class="hint">{visible(message)}</span>}
    </li>
  );
}
