// A sign in a bar that is pressed; its name is said, not shown.
import type { ComponentProps } from 'react'
import styles from './round-button.module.css'

interface RoundButtonProps extends ComponentProps<'button'> {
  readonly name: string
}

export const RoundButton = ({ name, className = '', children, ...button }: RoundButtonProps) => (
  <button type="button" aria-label={name} title={name} className={`${styles.round} ${className}`} {...button}>
    {children}
  </button>
)
