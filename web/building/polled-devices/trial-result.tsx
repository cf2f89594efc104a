// What one reading of a device with the settings that were typed brought.
import type { Trial } from '@gatehouse/contract/building/polling'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { gasTitle } from '../../kit/gas-words.ts'
import { qualityWord, rawText, troubleWords, valueText } from './poll-words.ts'

interface TrialResultProps {
  readonly trial: Trial
  /** The settings have been changed since. */
  readonly isOld: boolean
}

export const TrialResult = ({ trial, isOld }: TrialResultProps) => {
  const { answered, trouble, error, roundTripMs, channels, battery } = trial
  const hasRegisters = channels.some(({ raw }) => Array.isArray(raw))
  return (
    <div className="grid gap-2" data-old={isOld || undefined}>
      {isOld && <p className="text-warning">The settings have been changed since: try again.</p>}
      <p className="flex flex-wrap items-baseline gap-x-3">
        {trouble === null ? <StatusWord state="normal" word="Read" /> : <StatusWord {...troubleWords[trouble]} />}
        {answered && (
          <span className="text-muted">
            The device answered
            {roundTripMs !== null && `, in ${Math.round(roundTripMs)} ms`}
            {battery !== null && `, battery ${battery} %`}
          </span>
        )}
      </p>
      {error !== null && <p className="wrap-anywhere">{error}</p>}
      <ul className="grid">
        {channels.map((channel) => (
          <li key={channel.channel} className="grid gap-1 border-t border-t-line py-2 wrap-anywhere">
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <strong>
                {gasTitle(channel.channel)}: {valueText(channel)}
              </strong>
              <StatusWord {...qualityWord(channel)} />
            </span>
            <span className="text-sm text-muted">
              {channel.where}: {rawText(channel)}
            </span>
            {channel.why !== null && <span>{channel.why}</span>}
          </li>
        ))}
      </ul>
      {channels.length > 0 && (
        <p className="text-sm text-muted">
          Compare with the display of the transmitter.
          {hasRegisters && ' A value that is wild is most often the order of words.'}
        </p>
      )}
    </div>
  )
}
