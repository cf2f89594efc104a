// The tags of an article: typed, or chosen among those of the company's other articles.
import { cleanTags, list, longest } from '@gatehouse/contract/site/blog'
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { type Control, useController } from 'react-hook-form'
import { queryOf } from '../../kit/data/queries.ts'
import { type Fields, tagsFault } from './article-fields.ts'

interface TagsFieldProps {
  readonly control: Control<Fields>
  readonly readOnly: boolean
}

export const TagsField = ({ control, readOnly }: TagsFieldProps) => {
  const { field, fieldState } = useController({
    control,
    name: 'tags',
    rules: { validate: (tags) => tagsFault(tags) ?? true },
  })
  const known = useQuery(queryOf(list, {})).data?.articles.flatMap(({ tags }) => tags) ?? []
  return (
    <Autocomplete
      multiple
      freeSolo
      // What was typed and left is meant.
      autoSelect
      openOnFocus
      disabled={readOnly}
      options={cleanTags(known).filter((tag) => !field.value.includes(tag))}
      value={field.value}
      onChange={(_event, tags) => field.onChange(cleanTags(tags.flatMap((tag) => tag.split(','))))}
      onBlur={field.onBlur}
      renderInput={(props) => (
        <TextField
          {...props}
          label="Tags"
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? `Enter after each. At most ${longest.tags}.`}
        />
      )}
    />
  )
}
