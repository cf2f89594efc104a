// How a controller is told where to connect: each value to be copied, and its secret this once.
import type { Connection, DeviceKind } from '@gatehouse/contract/building/devices'
import { CopyButton } from '../../ui/primitives/copy-button.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { firstWords, settingsFor } from './controller-settings.ts'

interface ConnectionCardProps {
  readonly connection: Connection
  /** null: it was shown before, or there is none. */
  readonly secret: string | null
  /** What it is; a door when absent. */
  readonly kind?: DeviceKind
}

export const ConnectionCard = ({ connection, secret, kind = 'door' }: ConnectionCardProps) => {
  const host = window.location.hostname
  const { title, where, settings, file } = settingsFor(connection, host, secret)
  const command = firstWords(connection, host, secret, kind)
  return (
    <section className="grid grid-cols-1 content-start gap-3 [&_h3]:m-0!" aria-label={title}>
      <h3>{title}</h3>
      <p className="text-sm text-muted">{where}</p>
      {settings.length > 0 && (
        <ul className="m-0 list-none p-0">
          {settings.map(({ label, value }) => (
            <li
              key={label}
              className="grid grid-cols-[7rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 py-2 not-first:border-t not-first:border-t-line below-sm:grid-cols-1"
            >
              <span className="text-muted">{label}</span>
              <code className="font-mono text-sm wrap-anywhere">{value}</code>
              <CopyButton text={value} label={`Copy ${label.toLowerCase()}`} />
            </li>
          ))}
        </ul>
      )}
      {file && <Text name={file.name} text={file.text} />}
      {secret !== null && (
        <p className="flex items-baseline gap-2 text-warning [&_svg]:flex-none [&_svg]:self-center">
          <Icon name="warning" />
          <span>Keep the password now: it is not shown again.</span>
        </p>
      )}
      {command !== null && (
        <>
          <p className="text-sm text-muted">
            Nothing to connect yet? With mosquitto this sends a first message from a command line:
          </p>
          <Text name="the command" text={command} />
        </>
      )}
    </section>
  )
}

const Text = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <div className="flex flex-wrap items-center gap-2">
    {/* What scrolls must be within reach of the keyboard. */}
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
    <section tabIndex={0} aria-label={name} className="min-w-0 flex-[1_1_100%]">
      <pre className="m-0 overflow-auto rounded border border-line bg-sunken p-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
        {text}
      </pre>
    </section>
    <CopyButton text={text} label={`Copy ${name}`} />
  </div>
)
