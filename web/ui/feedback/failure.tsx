// What went wrong with the whole of a form or dialog, said at once.
import styles from './failure.module.css'
import { Icon } from '../primitives/icon.tsx'

/** Its place is there before, so that readers hear what comes into it. */
export const Failure = ({ text }: { readonly text: string | null }) => (
  <div role="alert" className={styles.failure}>
    {text !== null && text !== '' && (
      <>
        <Icon name="critical" /> <span>{text}</span>
      </>
    )}
  </div>
)
