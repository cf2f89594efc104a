// A button that opens a menu.
import Button, { type ButtonProps } from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import { type MouseEvent, type ReactNode, useState } from 'react'

type Looks = Pick<ButtonProps, 'aria-label' | 'disabled' | 'endIcon' | 'size' | 'startIcon' | 'variant'>

interface MenuButtonProps extends Looks {
  /** Its words, which are those of the menu. */
  readonly label: string
  /** Drawn instead of the words. */
  readonly icon?: ReactNode
  /** `Choice of columns` */
  readonly offers: string
  /** The items. */
  readonly children: (close: () => void) => ReactNode
}

export const MenuButton = ({ label, icon, offers, children, ...button }: MenuButtonProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  const opens = {
    'aria-haspopup': 'menu',
    'aria-expanded': anchor !== null,
    onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => setAnchor(currentTarget),
  } as const
  return (
    <>
      {icon === undefined ? (
        <Button {...button} {...opens}>
          {label}
        </Button>
      ) : (
        <IconButton size="small" aria-label={label} data-tip={label} {...opens}>
          {icon}
        </IconButton>
      )}
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
