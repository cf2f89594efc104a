// A role being added, cloned or changed: only out of permissions that one holds oneself.
import type { Role } from '@gatehouse/contract/identity/roles'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import { type ReactNode, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { To } from 'react-router'
import { useSession } from '../../kit/session/session-state.ts'
import { Note } from '../../ui/primitives/named.tsx'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { GoneSheet } from '../../ui/sheets/answer-sheet.tsx'
import { descriptionRule, nameRule } from '../../ui/forms/text-rules.ts'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { addRole, updateRole } from './role-changes.ts'
import { areas, beyond, changesOf, copyName, peopleText, type RoleFields, textOf } from './role-matrix.ts'

interface RoleFormProps {
  readonly roles: readonly Role[]
  /** The role it begins as, or `blank`. */
  readonly from: string
  /** The role that is changed; null: a new one. */
  readonly id: string | null
  readonly closed: To
}

export const RoleForm = ({ roles, from, id, closed }: RoleFormProps) => {
  const { permissions: held } = useSession()
  const source = roles.find(({ _id }) => _id === from)
  const title = id === null ? (source ? `Clone ${source.name}` : 'Add a role') : `Edit ${source?.name ?? 'role'}`
  const refusal = refusalOf(source, from, id, held)
  if (refusal !== null) {
    return <GoneSheet name={title} title="This cannot be edited" says={refusal} closed={closed} />
  }
  return <Fields title={title} roles={roles} source={source} from={from} id={id} closed={closed} held={held} />
}

interface FieldsProps {
  readonly title: string
  readonly roles: readonly Role[]
  readonly source: Role | undefined
  readonly from: string
  readonly id: string | null
  readonly closed: To
  readonly held: ReadonlySet<string>
}

const Fields = ({ title, roles, source, from, id, closed, held }: FieldsProps) => {
  const [before] = useState(() => beginning(source, id, roles, held))
  const form = useForm<RoleFields>({ defaultValues: before })
  const now = useWatch({ control: form.control })
  const after: RoleFields = { ...before, ...now, permissions: now.permissions ?? before.permissions }
  const changes = changesOf(before, after)
  const leftOut = id === null && source ? beyond(source.permissions, held) : []
  return (
    <FormSheet
      wide
      title={title}
      subtitle={
        id === null
          ? 'Nobody has it until it is assigned'
          : `Changes hold at once for ${peopleText(source?.people ?? 0)}`
      }
      closed={closed}
      form={form}
      draft={`role ${id ?? 'new'} ${from}`}
      what={id === null ? 'The new role' : `The changes to ${before.name}`}
      label={id === null ? 'Add role' : 'Save'}
      send={async (fields) => {
        const input = { ...fields, permissions: [...fields.permissions] }
        const { role } = id === null ? await addRole(input) : await updateRole({ ...input, id })
        return `The role ${role.name} is ${id === null ? 'added' : 'saved'}.`
      }}
    >
      <TextInput control={form.control} name="name" label="Name" required rule={nameRule('Role name')} />
      <TextInput
        control={form.control}
        name="description"
        label="Description"
        multiline
        minRows={2}
        rule={descriptionRule}
        help="Whom it is for, in a sentence."
      />
      {leftOut.length > 0 && (
        <p className="rounded border-s-3 border-s-information bg-sunken px-4 py-3">
          Left out of the copy, because you do not hold it yourself: {leftOut.map(textOf).join('; ')}.
        </p>
      )}
      <PermissionChoice
        chosen={new Set(after.permissions)}
        held={held}
        onChange={(next) => form.setValue('permissions', [...next], { shouldDirty: true })}
      />
      <Summary changes={id === null ? [] : changes}>
        {id === null &&
          `${after.permissions.length} ${after.permissions.length === 1 ? 'permission' : 'permissions'} chosen.`}
      </Summary>
    </FormSheet>
  )
}

interface PermissionChoiceProps {
  readonly chosen: ReadonlySet<string>
  readonly held: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
}

const PermissionChoice = ({ chosen, held, onChange }: PermissionChoiceProps) => {
  const [sought, setSought] = useState('')
  const wanted = sought.toLowerCase()
  const set = (names: readonly string[], on: boolean) => {
    const next = new Set(chosen)
    for (const name of names) {
      if (on) next.add(name)
      else next.delete(name)
    }
    onChange(next)
  }
  const shown = areas
    .map((area) => ({
      ...area,
      permissions: area.permissions.filter(({ name, description: text }) =>
        `${area.name} ${text} ${name}`.toLowerCase().includes(wanted),
      ),
    }))
    .filter(({ permissions }) => permissions.length > 0)
  return (
    <div className="grid gap-4">
      <h3>Permissions</h3>
      <SearchField label="Search permissions" value={sought} onChange={setSought} />
      {shown.length === 0 && <Note>No permissions match “{sought}”.</Note>}
      {shown.map((area) => {
        const givable = area.permissions.map(({ name }) => name).filter((name) => held.has(name))
        const all = givable.length > 0 && givable.every((name) => chosen.has(name))
        return (
          <fieldset key={area.name} className="relative m-0 min-w-0 border-0 p-0">
            <legend className="px-0 py-2 font-semibold">{area.name}</legend>
            {givable.length > 1 && (
              // A fieldset's own box begins below its legend.
              <Button size="small" className="absolute -top-10 right-0" onClick={() => set(givable, !all)}>
                {all ? 'None' : 'All'}
                <span className="visually-hidden"> of {area.name}</span>
              </Button>
            )}
            {area.permissions.map(({ name, description: text }) => (
              <label
                key={name}
                className={`flex min-h-touch items-center border-t border-t-line ${held.has(name) ? 'cursor-pointer' : 'text-muted'}`}
              >
                <Checkbox checked={chosen.has(name)} disabled={!held.has(name)} onChange={(_, on) => set([name], on)} />
                <span>
                  {text}
                  {!held.has(name) && <Note>You do not hold it, so you cannot give it</Note>}
                </span>
              </label>
            ))}
          </fieldset>
        )
      })}
    </div>
  )
}

const Summary = ({ changes, children }: { readonly changes: readonly string[]; readonly children: ReactNode }) => (
  <output className="grid gap-1 text-muted [&_strong]:text-text">
    {children}
    {changes.length > 0 && (
      <>
        <strong>Changes</strong>
        {changes.map((sentence) => (
          <span key={sentence}>{sentence}</span>
        ))}
      </>
    )}
  </output>
)

const beginning = (
  source: Role | undefined,
  id: string | null,
  roles: readonly Role[],
  held: ReadonlySet<string>,
): RoleFields => {
  if (!source) return { name: '', description: '', permissions: [] }
  const { name, description, permissions } = source
  if (id !== null) return { name, description, permissions }
  const inUse = roles.map((role) => role.name)
  return { name: copyName(name, inUse), description, permissions: permissions.filter((one) => held.has(one)) }
}

const refusalOf = (
  source: Role | undefined,
  from: string,
  id: string | null,
  held: ReadonlySet<string>,
): string | null => {
  if (!source) return from === 'blank' ? null : 'The role is not there. It may have been deleted since.'
  if (id === null) return null
  if (source.system) return 'System roles are the same everywhere: clone it for one of your own.'
  const more = beyond(source.permissions, held)
  return more.length === 0 ? null : `It allows what you may not do yourself: ${more.map(textOf).join('; ')}.`
}
