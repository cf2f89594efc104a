// What nearer and farther look like, for charts and spans of time.
import { Drawing } from '../primitives/icon.tsx'

const shapes = {
  in: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm4.8 11.3L20 20M10.5 7.8v5.4M7.8 10.5h5.4',
  out: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm4.8 11.3L20 20M7.8 10.5h5.4',
} as const

/** Decoration only, as every icon. */
export const ZoomIcon = ({ way }: { readonly way: keyof typeof shapes }) => (
  <Drawing shape={shapes[way]} size="medium" />
)
