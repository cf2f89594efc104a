// How much it is, in words that a person reads.

/** In kB, rounded up, or in MB from a million bytes on. */
export const bytesInWords = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
