// How far a roll-call has come: how many are accounted for, as a bar and in words.
import type { Tally } from '@gatehouse/contract/access/muster'
import styles from './progress.module.css'
import { accountedIn } from './roll-call.ts'

export const Progress = ({ tally }: { readonly tally: Tally }) => {
  const { people, missing } = tally
  const accounted = accountedIn(tally)
  const share = (part: number) => ({ inlineSize: people === 0 ? '0' : `${(part / people) * 100}%` })
  return (
    <div className={styles.progress}>
      <p className={styles.words}>
        <strong data-testid="accounted">{accounted}</strong> of {people} accounted for
        {missing > 0 && <span className={styles.missing}> · {missing} missing</span>}
      </p>
      <progress className="visually-hidden" aria-label="Accounted for" max={Math.max(1, people)} value={accounted} />
      <div className={styles.bar} aria-hidden="true">
        <span className={styles.done} style={share(accounted)} />
        <span className={styles.gone} style={share(missing)} />
      </div>
    </div>
  )
}
