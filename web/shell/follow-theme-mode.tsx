// Keeps the component library in the mode that kit/hands/theme-mode.ts holds.
import { useColorScheme } from '@mui/material/styles'
import { useEffect } from 'react'
import { useThemeMode } from '../kit/hands/theme-mode.ts'

export const FollowThemeMode = () => {
  const mode = useThemeMode()
  const { setMode } = useColorScheme()
  useEffect(() => setMode(mode), [mode, setMode])
  return null
}
