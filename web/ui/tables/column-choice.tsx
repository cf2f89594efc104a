// Which columns of a table are shown: a menu at the end of its heads.
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import { Drawing, Icon } from '../primitives/icon.tsx'
import { MenuButton } from '../primitives/menu-button.tsx'

export interface ColumnChoiceProps {
  readonly columns: readonly { readonly field: string; readonly title: string; readonly shown: boolean }[]
  readonly onChoose: (field: string) => void
}

export const ColumnChoice = ({ columns, onChoose }: ColumnChoiceProps) => (
  <MenuButton
    label="Columns"
    icon={<Drawing shape="M4 5h16v14H4V5Zm5.5 0v14m5-14v14" size="medium" />}
    offers="Choice of columns"
  >
    {() =>
      columns.map(({ field, title, shown }) => (
        <MenuItem key={field} role="menuitemcheckbox" aria-checked={shown} dense onClick={() => onChoose(field)}>
          <span className="me-3 h-[1.25rem] w-[1.25rem]">{shown && <Icon name="check" size="medium" />}</span>
          <ListItemText>{title}</ListItemText>
        </MenuItem>
      ))
    }
  </MenuButton>
)
