// A secret that is shown once.
import { CopyButton } from '../../ui/primitives/copy-button.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import styles from './webhooks.module.css'

export const NewSecret = ({ secret }: { readonly secret: string }) => (
  <div className={styles.secret}>
    <p>With this secret the program checks that what it gets is from here. How stands in docs/webhooks.md.</p>
    <code>{secret}</code>
    <div className={styles.buttons}>
      <CopyButton text={secret} label="Copy the secret" />
    </div>
    <p className={styles.warning}>
      <Icon name="warning" />
      <span>Keep it now: it is not shown again.</span>
    </p>
  </div>
)
