// What a device or the server said, word for word.
import { ScrollRegion } from './scroll-region.tsx'

interface RawTextProps {
  readonly label: string
  readonly text: string
  /** How high it grows, as a utility: `max-h-[20rem]`. */
  readonly upTo: string
}

export const RawText = ({ label, text, upTo }: RawTextProps) => (
  <ScrollRegion label={label} className={`${upTo} overflow-auto rounded border border-line bg-sunken p-3`}>
    <pre className="m-0 font-mono text-sm wrap-anywhere whitespace-pre-wrap">{text}</pre>
  </ScrollRegion>
)
