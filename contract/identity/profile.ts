// What people change about themselves: names, picture, and a copy of all that is kept of them.
import { z } from 'zod'
import { cleanName, pictureBytes, pictureMessages } from './account-rules.ts'
import { country, firstName, lastName, phone } from './accounts.ts'
import { user } from './auth.ts'
import { bytes, command, query, type DomainFacts } from '../operation.ts'

export const domain: DomainFacts = {
  title: 'Profiles',
  sentences: { setPreferences: ['Changed', 'their notification preferences'] },
}

export { picture } from './picture.ts'

/** Messages of the specification, word for word. */
export const messages = {
  updated: 'Profile updated successfully.',
  updateFailed: 'Failed to update profile.',
  pictureUpdated: 'Profile picture updated successfully.',
  pictureFailed: 'Failed to update profile picture.',
} as const

export const update = command('profile.update', 'PUT /auth/profile', 'manage_account', {
  sentence: ['Changed', 'their profile'],
  summary: 'Change my profile: the fields that are given',
  input: z.object({
    firstName: firstName.optional(),
    lastName: lastName.optional(),
    /** Empty: first and last name. */
    displayName: z
      .string()
      .max(1000)
      .transform(cleanName)
      .pipe(z.string().max(255, 'Display name is too long'))
      .optional(),
    phone: phone.optional(),
    country: country.optional(),
  }),
  output: z.object({ success: z.literal(true), user, message: z.string() }),
  timeoutMs: 10_000,
})

/** Edges of the square pictures in pixels. */
export const pictureSizes = { small: 64, medium: 256, large: 512 } as const

export const uploadPicture = command('profile.uploadPicture', 'POST /auth/upload-profile-picture', 'manage_account', {
  sentence: ['Changed', 'their profile picture'],
  summary: 'A new profile picture: multipart, field `profilePicture`, JPEG, PNG or GIF up to 5 MB',
  output: z.object({ success: z.literal(true), fileUrl: z.string(), user, message: z.string() }),
  upload: { field: 'profilePicture', bytes: pictureBytes, tooLarge: pictureMessages.size },
  rateLimit: 20,
})

export const removePicture = command('profile.removePicture', 'DELETE /auth/profile-picture', 'manage_account', {
  sentence: ['Removed', 'their profile picture'],
  summary: 'Remove my profile picture',
  output: z.object({ success: z.literal(true), user }),
})

export const exportMine = query('profile.exportMine', 'GET /auth/export', 'manage_account', {
  sentence: ['Exported', 'all that is kept about them'],
  sentenceOfEnd: ['Downloaded', 'the file about them'],
  summary: 'All that is kept about me, as one JSON document',
  output: bytes,
  personal: true,
  audit: true,
  download: 'application/json',
  rateLimit: 5,
})
