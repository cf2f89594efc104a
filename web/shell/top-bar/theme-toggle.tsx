// Light or dark, in one press; both signs are in the document, which knows the theme before any script does.
import { announce } from '../../kit/hands/announce.ts'
import { chooseThemeMode, useThemeMode } from '../../kit/hands/theme-mode.ts'
import { Icon } from '../../ui/primitives/icon.tsx'
import { RoundButton } from '../../ui/primitives/round-button.tsx'
import styles from './theme-toggle.module.css'

export const ThemeToggle = () => {
  const other = useOtherTheme()
  return (
    <RoundButton name={`Use the ${other.mode} theme`} onClick={other.choose}>
      <Icon name="moon" size="medium" className={styles.moon} />
      <Icon name="sun" size="medium" className={styles.sun} />
    </RoundButton>
  )
}

export const useOtherTheme = () => {
  const mode = useThemeMode() === 'dark' ? 'light' : 'dark'
  const choose = () => {
    chooseThemeMode(mode)
    announce(`Theme: ${mode}`)
  }
  return { mode, choose } as const
}
