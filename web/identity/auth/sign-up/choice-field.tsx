// One out of many, found by typing: an editable combobox with a list (WAI-ARIA), for the public pages.
/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events
   -- a datalist is missing from some phones and cannot be styled or searched by code; the keys are the field's */
import type { Rule } from '@gatehouse/contract/identity/account-rules'
import { type KeyboardEvent, useState } from 'react'
import { type FieldPath, type FieldValues, useController, type UseFormReturn } from 'react-hook-form'
import styles from './choice-field.module.css'
import { Field, describedBy, textOf } from '../text-field.tsx'

export interface Choice {
  readonly value: string
  readonly name: string
}

interface ChoiceFieldProps<T extends FieldValues> {
  readonly form: UseFormReturn<T>
  readonly name: FieldPath<T>
  readonly label: string
  readonly rule: Rule
  readonly autoComplete: string
  readonly help?: string
  /** What a text finds; all of them for an empty one. */
  readonly find: (typed: string) => readonly Choice[]
}

export const ChoiceField = <T extends FieldValues>(props: ChoiceFieldProps<T>) => {
  const { form, name, label, rule, autoComplete, help, find } = props
  const {
    field: { ref, value: held, onChange, onBlur },
    fieldState: { error },
  } = useController({
    control: form.control,
    name,
    rules: { validate: (value: unknown) => rule(textOf(value)) ?? true },
  })
  const value = textOf(held)
  const [typed, setTyped] = useState(() => find('').find((choice) => choice.value === value)?.name ?? value)
  const [open, setOpen] = useState(false)
  const [seeking, setSeeking] = useState(false)
  const [at, setAt] = useState(0)
  const chosen = find('').find((choice) => choice.value === value)
  // Whoever opens the list of what is chosen already wants to see the others; whoever types, what the text finds.
  const found = open ? find(chosen && !seeking ? '' : typed) : []
  const active = found[at]

  const show = () => {
    setOpen(true)
    setSeeking(false)
    setAt(Math.max(0, chosen ? find('').findIndex((choice) => choice.value === value) : 0))
  }
  const choose = (choice: Choice) => {
    onChange(choice.value)
    setTyped(choice.name)
    setOpen(false)
  }
  // A name that is typed (or filled in by the browser) to its end is chosen; what is no name stays, and is a fault.
  const type = (text: string) => {
    const meant = find(text).findIndex((choice) => isSame(choice, text))
    setTyped(text)
    setOpen(true)
    setSeeking(true)
    setAt(Math.max(0, meant))
    onChange(find(text)[meant]?.value ?? text)
  }
  const leave = () => {
    const only = found.length === 1 ? found[0] : undefined
    if (open && only && typed.trim() !== '') choose(only)
    else if (chosen) setTyped(chosen.name)
    setOpen(false)
    onBlur()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (!open) return show()
      const step = key === 'ArrowDown' ? 1 : -1
      return setAt(found.length === 0 ? 0 : (at + step + found.length) % found.length)
    }
    if (key === 'Enter' && active) {
      event.preventDefault()
      return choose(active)
    }
    if (key === 'Escape') return setOpen(false)
    return undefined
  }

  return (
    <Field name={name} label={label} fault={error?.message} help={help}>
      <div className={styles.combobox}>
        <input
          ref={ref}
          id={name}
          name={name}
          role="combobox"
          autoComplete={autoComplete}
          spellCheck={false}
          value={typed}
          aria-expanded={open}
          aria-controls={`${name}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active ? `${name}-${at}` : undefined}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy(name, help)}
          onChange={({ target }) => type(target.value)}
          onClick={show}
          onKeyDown={onKeyDown}
          onBlur={leave}
        />
        <ul id={`${name}-list`} role="listbox" aria-label="Choices" hidden={!open}>
          {found.map((choice, index) => (
            <li
              key={choice.value}
              ref={index === at ? bringIntoView : undefined}
              id={`${name}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              // The field keeps the focus, and its keyboard on a phone.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(choice)}
            >
              {choice.name}
            </li>
          ))}
          {open && found.length === 0 && (
            <li role="option" aria-selected="false" aria-disabled="true" tabIndex={-1}>
              Nothing of this name
            </li>
          )}
        </ul>
      </div>
    </Field>
  )
}

const bringIntoView = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' })

const isSame = ({ value, name }: Choice, text: string) => {
  const sought = text.trim().toLowerCase()
  return name.toLowerCase() === sought || value.toLowerCase() === sought
}
