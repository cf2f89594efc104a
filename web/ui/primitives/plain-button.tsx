// A button without the component library, for what every page of the application begins with.
import type { ButtonHTMLAttributes } from 'react'
import { Link, type LinkProps } from '../../kit/place.tsx'
import styles from './plain-button.module.css'

interface Looks {
  /** It stands on a coloured ground. */
  readonly on?: 'colour'
  /** Without a line around it. */
  readonly bare?: boolean
}

export const PlainButton = ({ on, bare, ...button }: ButtonHTMLAttributes<HTMLButtonElement> & Looks) => (
  <button type="button" className={styles.button} data-on={on} data-bare={bare || undefined} {...button} />
)

export const PlainButtonLink = ({ on, bare, ...link }: LinkProps & Looks) => (
  <Link className={styles.button} data-on={on} data-bare={bare || undefined} {...link} />
)
