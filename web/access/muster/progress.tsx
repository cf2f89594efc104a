// How far a roll-call has come: how many are accounted for, as a bar and in words.
import type { Tally } from '@gatehouse/contract/access/muster'
import { accountedIn } from './roll-call.ts'

export const Progress = ({ tally }: { readonly tally: Tally }) => {
  const { people, missing, reEntered } = tally
  const accounted = accountedIn(tally)
  const share = (part: number) => ({ inlineSize: people === 0 ? '0' : `${(part / people) * 100}%` })
  return (
    <div className="grid gap-1">
      <p className="text-muted tabular-nums [&_strong]:text-2xl [&_strong]:leading-[1.1] [&_strong]:font-[650] [&_strong]:text-text">
        <strong data-testid="accounted">{accounted}</strong> of {people} accounted for
        {reEntered > 0 && <span className="font-semibold text-critical"> · {reEntered} re-entered</span>}
        {missing > 0 && <span className="font-semibold text-critical"> · {missing} missing</span>}
      </p>
      <progress className="visually-hidden" aria-label="Accounted for" max={Math.max(1, people)} value={accounted} />
      <div className="flex h-[8px] overflow-hidden rounded-[4px] bg-line" aria-hidden="true">
        <span className="bg-normal lost:bg-stale" style={share(accounted)} />
        <span className="bg-critical" style={share(missing + reEntered)} />
      </div>
    </div>
  )
}
