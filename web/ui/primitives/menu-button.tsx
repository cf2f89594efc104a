// A button that opens a menu.
import Button, { type ButtonProps } from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import { type ReactNode, useState } from 'react'

type Looks = Pick<ButtonProps, 'aria-label' | 'disabled' | 'endIcon' | 'size' | 'startIcon' | 'variant'>

interface MenuButtonProps extends Looks {
  /** Its words, which are those of the menu. */
  readonly label: string
  /** `Choice of columns` */
  readonly offers: string
  /** The items. */
  readonly children: (close: () => void) => ReactNode
}

export const MenuButton = ({ label, offers, children, ...button }: MenuButtonProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  return (
    <>
      <Button
        {...button}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {label}
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        slotProps={{ list: { 'aria-label': label }, paper: { role: 'region', 'aria-label': offers } }}
      >
        {children(close)}
      </Menu>
    </>
  )
}
