// The MUI theme of the signed-in application, out of the tokens.
import { createTheme } from '@mui/material/styles'
import { breakpoints, font, grid, radius, schemes } from './tokens.ts'

const palette = (mode: 'light' | 'dark') => {
  const scheme = schemes[mode]
  return {
    mode,
    primary: { main: scheme.primary, dark: scheme.primaryText, contrastText: scheme.onPrimary },
    secondary: { main: scheme.secondary },
    error: { main: scheme.state.critical },
    warning: { main: scheme.state.high },
    info: { main: scheme.state.information },
    success: { main: scheme.state.normal },
    background: { default: scheme.page, paper: scheme.surface },
    text: { primary: scheme.text, secondary: scheme.muted },
    divider: scheme.line,
  }
}

export const muiTheme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-theme' },
  colorSchemes: { light: { palette: palette('light') }, dark: { palette: palette('dark') } },
  breakpoints: { values: breakpoints },
  shape: { borderRadius: radius },
  spacing: grid,
  typography: { fontFamily: font, fontSize: 14, button: { textTransform: 'none', fontWeight: 600 } },
  components: {
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: { minHeight: 36, '@media (pointer: coarse)': { minHeight: 'var(--touch)' } },
        // The theme's own shade for this is dark under dark letters.
        contained: {
          '&:hover': { backgroundColor: 'color-mix(in srgb, var(--primary) 85%, var(--on-primary))' },
        },
        // The primary colour itself is too light to be read as text on white.
        text: { color: 'var(--primary-text)' },
        outlined: { color: 'var(--primary-text)', borderColor: 'var(--strong-line)' },
      },
    },
    // On a phone the buttons stand where the thumb is, whether a form is around them or not.
    MuiDialog: {
      styleOverrides: {
        paperFullScreen: { '& > form': { flex: 1, display: 'flex', flexDirection: 'column', minHeight: 0 } },
      },
    },
    MuiDialogTitle: {
      styleOverrides: { root: { fontSize: 'var(--text-xl)', fontWeight: 600, overflowWrap: 'anywhere' } },
    },
    MuiToggleButton: {
      styleOverrides: {
        root: { '@media (pointer: coarse)': { minWidth: 'var(--touch)', minHeight: 'var(--touch)' } },
      },
    },
    MuiDialogActions: { styleOverrides: { root: { padding: 'var(--space-3) var(--space-6) var(--space-5)' } } },
    MuiIconButton: {
      styleOverrides: {
        root: {
          minWidth: 40,
          minHeight: 40,
          '@media (pointer: coarse)': { minWidth: 'var(--touch)', minHeight: 'var(--touch)' },
        },
      },
    },
    MuiTextField: { defaultProps: { size: 'small' } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: { minHeight: 40, '@media (pointer: coarse)': { minHeight: 'var(--touch)' } },
        notchedOutline: { borderColor: 'var(--strong-line)' },
      },
    },
    MuiInputBase: {
      styleOverrides: {
        // Smaller text in a field makes phones zoom in.
        input: {
          fontSize: 'var(--text-md)',
          '@media (pointer: coarse)': {
            fontSize: 'var(--text-lg)',
            minHeight: 'var(--touch)',
            boxSizing: 'border-box',
            // The height of one row is measured: it must not be that of a thumb.
            '&.MuiInputBase-inputMultiline': { minHeight: 0 },
          },
        },
      },
    },
    MuiAutocomplete: { styleOverrides: { input: { '&.MuiAutocomplete-input': { minHeight: 0 } } } },
    MuiSelect: {
      styleOverrides: {
        select: {
          '@media (pointer: coarse)': {
            // A block: of what is too long for it the end is left out, and not written over the arrow.
            '&.MuiSelect-select': {
              paddingBlock: 'calc((var(--touch) - 1.4375em) / 2)',
              minHeight: 'var(--touch)',
              boxSizing: 'border-box',
            },
          },
        },
      },
    },
    MuiInputLabel: { styleOverrides: { root: { '&.Mui-focused': { color: 'var(--primary-text)' } } } },
    MuiTab: {
      styleOverrides: {
        root: {
          '&.Mui-selected': { color: 'var(--text)' },
          // Four of them fit a phone.
          [`@media (max-width: ${breakpoints.sm - 0.05}px)`]: {
            minWidth: 0,
            paddingInline: 'calc(2.5 * var(--space-1))',
          },
        },
      },
    },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiMenuItem: {
      styleOverrides: {
        root: { fontSize: 'var(--text-md)', '@media (pointer: coarse)': { minHeight: 'var(--touch)' } },
      },
    },
  },
})
