/** Extracts the battle file from the archive in which the site offers it with its verifier. */

/** Signatures in a zip archive: its end, a directory entry, and the header of each file. */
const [END, ENTRY] = [0x06054b50, 0x02014b50];
const [STORED, DEFLATED] = [0, 8];
/** Maximum length of the end of an archive: its fields and a comment. */
const MOST_END = 22 + 0xffff;
const LONGEST_BATTLE = 2 ** 28;

/** Why an archive contains no readable battle. */
export class BadZip extends Error {}

/** Whether bytes begin like a zip archive. @param {ArrayBuffer} data */
export function isZip(data) {
  const bytes = new Uint8Array(data, 0, Math.min(4, data.byteLength));
  return bytes.length === 4 && bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/**
 * The first file in an archive whose name ends in .jsonl. Raises BadZip if none can be read.
 * @param {ArrayBuffer} data @returns {Promise<ArrayBuffer>}
 */
export async function battleIn(data) {
  const view = new DataView(data);
  try {
    for (const entry of entriesOf(view))
      if (entry.name.endsWith(".jsonl")) return await unpacked(view, entry);
  } catch (why) {
    if (why instanceof BadZip) throw why;
    throw new BadZip("this archive is damaged");
  }
  throw new BadZip("this archive holds no battle file (.jsonl)");
}

/** @typedef {{name: string, method: number, packed: number, size: number, at: number}} Entry */

/** @param {DataView} view @returns {Entry[]} */
function entriesOf(view) {
  let end = view.byteLength - 22;
  while (view.getUint32(end, true) !== END) {
    end -= 1;
    if (end < view.byteLength - MOST_END) throw new BadZip("this archive is cut off");
  }
  let at = view.getUint32(end + 16, true);
  return Array.from({ length: view.getUint16(end + 10, true) }, () => {
    if (view.getUint32(at, true) !== ENTRY) throw new BadZip("this archive is damaged");
    const [length, extra, remark] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, at + 46, length));
    const [packed, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    const entry = {
      name,
      method: view.getUint16(at + 10, true),
      packed,
      size,
      at: view.getUint32(at + 42, true),
    };
    at += 46 + length + extra + remark;
    return entry;
  });
}

/** @param {DataView} view @param {Entry} entry @returns {Promise<ArrayBuffer>} */
async function unpacked(view, { method, packed, size, at }) {
  if (size > LONGEST_BATTLE) throw new BadZip("the battle file in this archive is too long");
  const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  const bytes = new Uint8Array(view.buffer, start, packed).slice();
  if (method === STORED) return bytes.buffer;
  if (method !== DEFLATED) throw new BadZip("this archive uses an unsupported compression method");
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).arrayBuffer();
}
