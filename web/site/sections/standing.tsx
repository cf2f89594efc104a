// What runs today and what does not yet: never mixed, and told apart by word, sign and ground.
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { Block } from './block.tsx'
import styles from './standing.module.css'

interface StandingProps {
  readonly title?: string
  readonly runs: readonly string[]
  readonly coming: readonly string[]
}

export const Standing = ({ title = 'Where it stands', runs, coming }: StandingProps) => (
  <Block
    title={title}
    lead="What does not run yet is not sold here as if it did. There are no dates: it comes when it is proven."
  >
    <div className="grid gap-4 from-lg:grid-cols-[1fr_1fr]">
      <div className={styles.part}>
        <h3>
          <StatusWord state="normal" word="Runs today" />
        </h3>
        <ul>
          {runs.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <div className={styles.part} data-coming>
        <h3>
          <StatusWord state="unknown" word="On the way" />
        </h3>
        <ul>
          {coming.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
    </div>
  </Block>
)
