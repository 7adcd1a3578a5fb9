/**
 * Starts the program, with its code compiled last time if that is at hand: compiling takes longer than all the rest
 * of the start. Node itself can do this from 22.1 on; here it is done for all versions alike.
 */
const { createHash } = require("node:crypto");
const { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } = require("node:fs");
const { dirname, join } = require("node:path");
const { Script } = require("node:vm");

const hash = "PROGRAM_HASH";
const filename = join(__dirname, `program-${hash}.cjs`);
const cacheFile = cachePath();
const cachedData = cacheFile && readCache(cacheFile);

// The same parameters as Node's own loader has. The file is ASCII, and read more quickly as such.
const source = `(function(exports,require,module,__filename,__dirname){${readFileSync(filename, "latin1")}\n})`;
const script = new Script(source, { filename, ...(cachedData && { cachedData }) });
if (cacheFile && (!cachedData || script.cachedDataRejected)) {
  let isWritten = false;
  const write = () => {
    if (!isWritten) writeCache(cacheFile);
    isWritten = true;
  };
  // Later it also holds the functions that were called. A server runs on: it should not wait for its end.
  setTimeout(write, 2_000).unref();
  process.once("exit", write);
}
script.runInThisContext()(exports, require, module, filename, __dirname);

/** One file for each build and each Node: V8 itself would take one of another build that has the same length. */
function cachePath() {
  const { NODE_DISABLE_COMPILE_CACHE, XDG_CACHE_HOME, LOCALAPPDATA, HOME } = process.env;
  if (NODE_DISABLE_COMPILE_CACHE) return undefined;
  const folder = XDG_CACHE_HOME || LOCALAPPDATA || (HOME && join(HOME, ".cache"));
  return folder && join(folder, "idebridge", `${hash}-${process.version}-${process.arch}.bin`);
}

/** What is in the file is run: it must be ours, and whole. */
function readCache(path) {
  try {
    const { uid, mode } = statSync(path);
    const isOurs = process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
    if (!isOurs) return undefined;
    const bytes = readFileSync(path);
    const data = bytes.subarray(32);
    return bytes.subarray(0, 32).equals(digestOf(data)) ? data : undefined;
  } catch {
    return undefined;
  }
}

function writeCache(path) {
  try {
    const data = script.createCachedData();
    makeFolder(dirname(path));
    const temporary = `${path}.${process.pid}`;
    writeFileSync(temporary, Buffer.concat([digestOf(data), data]), { mode: 0o600 });
    renameSync(temporary, path);
  } catch {
    // The next start compiles again.
  }
}

/** Not with `recursive`: under /proc, Node tries that again for ever. */
function makeFolder(path) {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (error.code === "EEXIST") return;
    if (error.code !== "ENOENT" || dirname(path) === path) throw error;
    makeFolder(dirname(path));
    mkdirSync(path, { mode: 0o700 });
  }
}

/** V8 trusts what it is given: this finds a file that was cut or damaged. */
function digestOf(data) {
  return createHash("sha256").update(data).digest();
}
