// Where the bytes of an export go: into a file on the disk as they come, or into the browser until all are there.
import { saveFile } from './save-and-print.ts'

export interface FileTarget {
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  /** All of it is there: from now on it is a file. */
  readonly close: () => Promise<void>
  /** Nothing is left of it. */
  readonly discard: () => Promise<void>
}

interface Picking {
  readonly suggestedName: string
  readonly types: readonly { readonly description: string; readonly accept: Readonly<Record<string, string[]>> }[]
}

declare global {
  interface Window {
    /** Not in every browser, and only on pages that came safely. */
    readonly showSaveFilePicker?: (options: Picking) => Promise<FileSystemFileHandle>
  }
}

/** Asks where to put it, in browsers that can write there as it comes; null: the person thought better of it. */
export const openTarget = async (name: string, type: string): Promise<FileTarget | null> => {
  if (!window.showSaveFilePicker) return inTheBrowser(name, type)
  const extension = name.slice(name.lastIndexOf('.'))
  try {
    const handle = await window.showSaveFilePicker({
      suggestedName: name,
      types: [{ description: extension.slice(1).toUpperCase(), accept: { [type]: [extension] } }],
    })
    return onTheDisk(await handle.createWritable())
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null
    // Not allowed here: a frame, or a policy.
    return inTheBrowser(name, type)
  }
}

// The browser writes beside the file, and puts it in its place when it is closed.
const onTheDisk = (file: FileSystemWritableFileStream): FileTarget => ({
  write: (bytes) => file.write(bytes),
  close: () => file.close(),
  discard: () => file.abort(),
})

const foldBytes = 8_000_000

const inTheBrowser = (name: string, type: string): FileTarget => {
  let whole = new Blob([], { type })
  let parts: Uint8Array<ArrayBuffer>[] = []
  let waiting = 0
  // A blob may lie on the disk; what is held in parts is held in memory.
  const fold = () => {
    whole = new Blob([whole, ...parts], { type })
    parts = []
    waiting = 0
  }
  return {
    write: async (bytes) => {
      parts.push(bytes)
      waiting += bytes.length
      if (waiting > foldBytes) fold()
    },
    close: async () => {
      fold()
      saveFile(whole, name)
    },
    discard: async () => {
      parts = []
      whole = new Blob([])
    },
  }
}
