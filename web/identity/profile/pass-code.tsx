// The code of a pass on this phone: another every 30 s, made here, with or without a network.
import { codeAt, stepMs } from '@gatehouse/contract/access/mobile-pass'
import { useEffect, useState } from 'react'
import { useClock } from '../../kit/clock.ts'
import { qrSource } from '../../ui/charts/qr-code.tsx'
import type { StoredPass } from './pass-keys.ts'

export const PassCode = ({ pass }: { readonly pass: StoredPass }) => {
  const step = useClock((now) => Math.floor(now / stepMs))
  const left = useClock((now) => Math.ceil((stepMs - (now % stepMs)) / 1000))
  const [code, setCode] = useState<string | null>(null)
  useEffect(() => {
    let gone = false
    const make = async () => {
      const made = await codeAt(pass.key, pass.credentialId, step * stepMs)
      if (!gone) setCode(made)
    }
    void make()
    return () => void (gone = true)
  }, [pass, step])
  return (
    <figure className="m-0 grid justify-items-center gap-2 [&_figcaption]:grid [&_figcaption]:justify-items-center [&_figcaption]:gap-1">
      {code === null ? (
        <div className={`bg-sunken ${square}`} aria-busy="true" />
      ) : (
        <img className={square} src={qrSource(code)} alt={`QR code of ${pass.label || 'your pass'}`} />
      )}
      <figcaption>
        <strong>{pass.label || 'Your pass'}</strong>
        <span className="inline-flex items-center gap-2 text-muted tabular-nums">
          <meter className="w-[5rem]" min={0} max={stepMs / 1000} value={left} aria-hidden="true" />
          New code in {left} s
        </span>
      </figcaption>
    </figure>
  )
}

// Black on white whatever the colours of the screen: readers see it best.
const square = 'block aspect-[1] w-[min(100%,20rem)] rounded'
