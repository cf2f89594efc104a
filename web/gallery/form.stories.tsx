// Forms: fields, choices, and how they say what is wrong.
import { emailRule, passwordRule } from '@gatehouse/contract/identity/account-rules'
import { type ComponentProps, useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { ChoiceList } from '../ui/forms/choice-list.tsx'
import { CountryInput } from '../ui/forms/country-input.tsx'
import { DraftNotice } from '../ui/forms/draft-notice.tsx'
import { FileDrop } from '../ui/forms/file-drop.tsx'
import { FieldPair } from '../ui/forms/field-pair.tsx'
import { FormActions } from '../ui/forms/form-actions.tsx'
import { matches } from '../ui/forms/matching-options.ts'
import { PartForm } from '../ui/forms/part-form.tsx'
import { PasswordInput } from '../ui/forms/password-input.tsx'
import { type Finder, SearchChoice } from '../ui/forms/search-choice.tsx'
import { SearchField } from '../ui/forms/search-field.tsx'
import { SelectField } from '../ui/forms/select-field.tsx'
import { SelectInput } from '../ui/forms/select-input.tsx'
import { TextInput } from '../ui/forms/text-input.tsx'
import { Icon } from '../ui/primitives/icon.tsx'
import { answered, failed, loading } from './samples.ts'
import type { Story } from './story.ts'

export const formStories: readonly Story[] = [
  {
    name: 'File drop',
    about: 'A file is dropped, pasted or chosen; the field inside does the same by keyboard.',
    states: [
      { name: 'None yet', render: () => <Drop /> },
      { name: 'One chosen', render: () => <Drop chosen="ground-floor.pdf" /> },
      { name: 'Not now', render: () => <Drop disabled /> },
    ],
  },
  {
    name: 'Part of a page',
    about: 'A form that is saved where it stands; its button waits for a change.',
    states: [
      { name: 'As it is stored', render: () => <Wiring /> },
      { name: 'Changed', render: () => <Wiring changed /> },
    ],
  },
  {
    name: 'Form',
    about: 'Fields with their rules; what was typed is kept when it fails, and by a session that has ended.',
    states: [
      { name: 'Empty', render: () => <Person /> },
      { name: 'Filled', render: () => <Person filled /> },
      { name: 'With faults', render: () => <Person filled wrong /> },
      { name: 'Sending', render: () => <Person filled sending /> },
    ],
  },
  {
    name: 'Password',
    about: 'Hidden until one asks to see it; a new one is measured while it is typed.',
    states: [
      { name: 'Empty', render: () => <Password value="" /> },
      { name: 'Weak', render: () => <Password value="door" /> },
      { name: 'Very strong', render: () => <Password value="Tall#Door7" /> },
    ],
  },
  {
    name: 'Choice list',
    about: 'Any number out of a list; what may not be chosen says why, and a long list can be searched.',
    states: [
      { name: 'A few', render: () => <Choices count={3} /> },
      { name: 'Many', render: () => <Choices count={12} /> },
      { name: 'None', render: () => <Choices count={0} /> },
    ],
  },
  {
    name: 'Search choice',
    about: 'One out of any number, found by name; nobody else is offered while the one who was typed is being found.',
    states: [
      { name: 'None chosen', render: () => <Host />, press: 'Open' },
      { name: 'One chosen', render: () => <Host value="3" /> },
      { name: 'In a filter', render: () => <Host placeholder="Everybody" /> },
      { name: 'In a filter, chosen', render: () => <Host placeholder="Everybody" value="z" called="Zoe Marsh" /> },
      { name: 'With a fault', render: () => <Host error help="Choose whom they come to see" /> },
      { name: 'Not found yet', render: () => <Host finder={unanswered} />, press: 'Open' },
    ],
  },
  {
    name: 'Search field',
    about: 'What is typed counts once the typing rests, or with Enter.',
    states: [
      { name: 'Empty', render: () => <Search value="" /> },
      { name: 'Filled', render: () => <Search value="plant room" /> },
    ],
  },
]

interface PersonProps {
  readonly filled?: boolean
  readonly wrong?: boolean
  readonly sending?: boolean
}

const Person = ({ filled = false, wrong = false, sending = false }: PersonProps) => {
  const form = useForm({
    mode: 'onTouched',
    defaultValues: filled
      ? {
          name: 'Ada Byron',
          email: wrong ? 'ada.byron' : 'ada.byron@example.com',
          role: 'guard',
          country: 'GB',
          note: 'Night shift',
        }
      : { name: '', email: '', role: '', country: '', note: '' },
  })
  const { control, setError } = form
  useEffect(() => {
    if (!wrong) return
    setError('email', { message: emailRule('ada.byron') ?? '' })
    setError('role', { message: 'This role is yours alone to give' })
  }, [wrong, setError])
  return (
    <form
      className={`grid max-w-[30rem] grid-cols-1 gap-4`}
      noValidate
      onSubmit={(event) => void form.handleSubmit(() => {})(event)}
    >
      {filled && !wrong && !sending && <DraftNotice draft={{ restored: true, discard: () => {} }} />}
      <FieldPair>
        <TextInput control={control} name="name" label="Name" autoComplete="off" required />
        <TextInput
          control={control}
          name="email"
          label="Email"
          type="email"
          rule={emailRule}
          autoComplete="off"
          required
        />
      </FieldPair>
      <SelectInput
        control={control}
        name="role"
        label="Role"
        options={[
          { value: 'guard', label: 'Guard' },
          { value: 'manager', label: 'Manager' },
        ]}
        help="What they may do."
      />
      <CountryInput control={control} name="country" />
      <TextInput control={control} name="note" label="Note" multiline minRows={2} help="Seen by administrators only." />
      <FormActions
        failure={wrong ? 'Network error. Please check your connection.' : null}
        busy={sending}
        label="Save"
        working="Saving…"
        onCancel={() => {}}
      />
    </form>
  )
}

const Password = ({ value }: { readonly value: string }) => {
  const { control } = useForm({ defaultValues: { password: value } })
  return (
    <form className="max-w-[30rem]">
      <PasswordInput
        control={control}
        name="password"
        label="New password"
        autoComplete="new-password"
        rule={passwordRule}
        meter
      />
    </form>
  )
}

const zones = ['Lobby', 'Canteen', 'Archive', 'Boiler house', 'Car park', 'Laboratory', 'Roof terrace', 'Server room']

const Choices = ({ count }: { readonly count: number }) => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(['1']))
  return (
    <ChoiceList
      legend="Zones"
      choices={Array.from({ length: count }, (_, i) => ({
        id: String(i),
        name: `${zones[i % zones.length]}${i < zones.length ? '' : ', first floor'}`,
        ...(i === 2 ? { locked: 'hidden from you by a label' } : {}),
        ...(i === 1 ? { note: '4 doors' } : {}),
      }))}
      chosen={chosen}
      onChange={setChosen}
      empty="There are no zones yet."
    />
  )
}

const people = ['Ada Byron', 'Noor Haddad', 'Ola Adeyemi', 'Priya Raman', 'Tom Ek'].map((name, i) => ({
  id: String(i),
  name,
  ...(i === 1 ? { note: 'Reception' } : {}),
}))

// Letters take a second, as over a slow network.
const finder: Finder = {
  of: 'people of the gallery',
  find: async (q) => {
    if (q !== '') await new Promise((resolve) => setTimeout(resolve, 1_000))
    return people.filter((person) => matches(person, q))
  },
  one: async (id) => people.find((person) => person.id === id) ?? answered(failed),
}

const unanswered: Finder = { of: 'nobody yet', find: () => answered(loading) }

type HostProps = Partial<Omit<ComponentProps<typeof SearchChoice>, 'onChange'>>

const Host = ({ value = '', ...props }: HostProps) => {
  const [chosen, setChosen] = useState(value)
  return (
    <div className="max-w-[30rem]">
      <SearchChoice label="To see" none="No matches" finder={finder} {...props} value={chosen} onChange={setChosen} />
    </div>
  )
}

const Search = ({ value }: { readonly value: string }) => {
  const [sought, setSought] = useState(value)
  return (
    <div className="max-w-[30rem]">
      <SearchField label="Search doors" value={sought} onChange={setSought} />
    </div>
  )
}

const Drop = ({ chosen, disabled = false }: { readonly chosen?: string; readonly disabled?: boolean }) => (
  <FileDrop
    icon={<Icon name="page" size="large" />}
    title={chosen === undefined ? 'Choose a file' : 'Choose another file'}
    {...(chosen !== undefined && { under: chosen })}
    note="PNG or PDF, up to 20 MB"
    accept={['image/png', 'application/pdf']}
    disabled={disabled}
    onFile={() => {}}
  />
)

interface WiringFields {
  readonly name: string
  readonly lock: string
}

const Wiring = ({ changed = false }: { readonly changed?: boolean }) => {
  const form = useForm<WiringFields>({ defaultValues: { name: 'Lobby', lock: 'fail-secure' } })
  const { control, setValue } = form
  const lock = useWatch({ control, name: 'lock' })
  useEffect(() => {
    if (changed) setValue('name', 'Lobby, north', { shouldDirty: true })
  }, [changed, setValue])
  return (
    <PartForm
      title={changed ? 'Wiring, changed' : 'Wiring'}
      form={form}
      label="Save wiring"
      className="grid gap-3"
      send={() => Promise.resolve('The wiring is saved.')}
    >
      <TextInput control={control} name="name" label="Name" />
      <SelectField
        label="Lock"
        value={lock}
        options={[
          ['fail-secure', 'Locked without power'],
          ['fail-safe', 'Unlocked without power'],
        ]}
        onChange={(chosen) => setValue('lock', chosen, { shouldDirty: true })}
      />
    </PartForm>
  )
}
