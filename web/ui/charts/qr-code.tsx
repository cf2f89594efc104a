// A QR code, drawn in black on white whatever the colours of the screen.
import { renderSVG } from 'uqr'

/** Of an `img`. */
export const qrSource = (text: string): string =>
  `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 2, ecc: 'M' }))}`

/** `label`: what it is, for those who do not see it. */
export const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <img className="mx-auto my-0 block w-[min(100%,18rem)] rounded" src={qrSource(text)} alt={label} />
)
