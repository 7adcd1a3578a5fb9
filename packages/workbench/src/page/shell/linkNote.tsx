import { useEffect, useState } from "preact/hooks";
import { useWorkbench } from "../state/workbench.ts";

/** Whether idebridge can be reached; while it cannot, when it is tried again. */
export function LinkNote() {
  const { link } = useWorkbench();
  const state = link.state.value;
  const [now, setNow] = useState(Date.now());
  const isOffline = state.kind === "offline";
  useEffect(() => {
    if (!isOffline) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isOffline]);
  if (state.kind === "signedOut") {
    return (
      <span class="link-note" role="status">
        This page needs a new link: run idebridge workbench in the folder
      </span>
    );
  }
  if (!isOffline) return <span class="link-note" role="status" />;
  const seconds = Math.max(0, Math.ceil((state.retryAt - now) / 1000));
  const when = seconds > 1 ? `trying again in ${seconds} s` : "connecting…";
  return (
    <span class="link-note">
      <span role="status">idebridge is not there</span>
      <span class="link-when">{when}</span>
      <button type="button" class="link-button" onClick={() => void link.connect()}>
        Try now
      </button>
    </span>
  );
}
