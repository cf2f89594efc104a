// The box by which a row of a list is chosen. The browser's own: a list draws many at once, and those of the component
// library take as long as the rest of their rows.
interface RowCheckProps {
  /** `Choose Detector 7` */
  readonly name: string
  readonly checked: boolean
  readonly onToggle: () => void
  /** Where arrows move through the rows, Tab does not stop at each. */
  readonly tabIndex?: number
}

export const RowCheck = ({ name, checked, onToggle, tabIndex }: RowCheckProps) => (
  // As large as a thumb where there is one; a press beside the box is one of it, and not of the row.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
  <label
    className="relative z-1 -m-2 inline-grid size-[34px] cursor-pointer place-items-center rounded-[999px] hover:bg-line below-md:m-0 below-md:size-[var(--touch)] pointer-coarse:size-[var(--touch)]"
    onClick={(event) => event.stopPropagation()}
  >
    <input
      type="checkbox"
      className="m-0 size-[18px] cursor-pointer accent-primary"
      aria-label={name}
      checked={checked}
      onChange={onToggle}
      tabIndex={tabIndex}
    />
  </label>
)
