// What is true of every lockdown, and said wherever one is begun or shown.
import { egress } from '@gatehouse/contract/access/lockdowns'
import { Icon } from '../../ui/primitives/icon.tsx'
import styles from './lockdowns.module.css'

export const EgressNote = () => (
  <p className={styles.egress}>
    <Icon name="exit" />
    {egress}
  </p>
)
