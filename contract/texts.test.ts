// The specification's texts, to the letter: whoever rewords one meets it here.
import { expect, test } from 'vitest'
import { messages as entryExit } from './access/entry-exit.ts'
import * as rules from './identity/account-rules.ts'
import { messages as accounts } from './identity/accounts.ts'
import { messages as auth } from './identity/auth.ts'
import { messages as profile } from './identity/profile.ts'
import { denied as rolesDenied } from './identity/roles.ts'
import { messages as search } from './insight/search.ts'
import { messages as notifications } from './messages/notifications.ts'
import { messages as realtime } from './realtime.ts'
import { messages as system } from './system/system.ts'

test.each([
  ['Please enter a valid email address.', auth.invalidEmail],
  ['Invalid credentials. Please check your email and password.', auth.invalidCredentials],
  ['Your account is locked. Please reset your password.', auth.locked],
  ['Too many login attempts. Please try again later.', auth.tooMany],
  ['Network error. Please check your connection.', auth.network],
  ['Server error. Please try again later.', auth.server],
  ['Login successful', auth.signedIn],
  ['Please enter the 2FA code sent to your email.', auth.enterCode],
  ['Failed to verify 2FA code.', auth.codeFailed],
  ['Please try again.', auth.tryAgain],
  ['Failed to refresh security token. Please reload the page.', auth.csrfRefreshFailed],
  ['You are not authorized to perform this action.', auth.notAuthorized],
  ['Your session has expired', auth.sessionEnded],
  ['Your session has expired. Please log in again.', auth.sessionExpired],
  ['Failed to refresh session. Please try logging in again.', auth.sessionRefreshFailed],
  ['Please log in to access this page', auth.pleaseSignIn],
  ['Logout failed. Please try again.', auth.logoutFailed],
  [
    'Access denied. Missing required permissions: read_doors, read_staff',
    auth.missingPermissions(['read_doors', 'read_staff']),
  ],
  ['Email verified successfully.', accounts.verified],
  ['Invalid or expired verification token.', accounts.linkInvalid],
  ['Email verification failed.', accounts.verificationFailed],
  ['Password successfully changed.', accounts.passwordChanged],
  ['Failed to change password.', accounts.passwordChangeFailed],
  ['Profile updated successfully.', profile.updated],
  ['Failed to update profile.', profile.updateFailed],
  ['Profile picture updated successfully.', profile.pictureUpdated],
  ['Failed to update profile picture.', profile.pictureFailed],
  ['You do not have permission to add roles.', rolesDenied.add],
  ['You do not have permission to update roles.', rolesDenied.update],
  ['You do not have permission to delete roles.', rolesDenied.delete],
  ['Failed to fetch notifications', notifications.fetchFailed],
  ['Failed to mark notification as read', notifications.readFailed],
  ['Failed to clear notifications', notifications.clearFailed],
  ['Invalid notification format', notifications.invalid],
  ['Failed to connect to notification service', realtime.connectFailed],
  ['timeout', realtime.timeout],
  ['operation has timed out', realtime.timedOut],
  ['socket has been disconnected', realtime.disconnected],
  ['No transports available', realtime.noTransports],
  ['You do not have permission to view entry/exit logs', entryExit.readDenied],
  ['Access denied: Insufficient permissions', entryExit.readDeniedToast],
  ['Invalid data format received from server', entryExit.invalidData],
  ['Failed to fetch entry/exit logs', entryExit.fetchFailed],
  ['You must be logged in to perform this action.', entryExit.notSignedIn],
  ['You do not have permission to log exits', entryExit.createDenied('exit')],
  ['Invalid response format from server', entryExit.invalidResponse],
  ['Failed to log entry', entryExit.createFailed('entry')],
  ['Successfully logged exit', entryExit.created('exit')],
  ['Search anything...', search.placeholder],
  ['Press ESC to close or swipe down to dismiss', search.dismiss],
  ['No results found for "plant room"', search.nothing('plant room')],
  ['Search failed. Please try again.', search.failed],
  ['Failed to fetch system health:', system.healthFailed],
  ['Failed to fetch notifications:', system.notificationsFailed],
  ['Email is required', rules.emailRule('')],
  ['Invalid email format', rules.emailRule('anna')],
  ['First name must be at least 2 characters', rules.firstNameRule('A')],
  ['Last name must be at least 2 characters', rules.lastNameRule('A')],
  ['First name is too long', rules.firstNameRule('a'.repeat(256))],
  ['Last name is too long', rules.lastNameRule('a'.repeat(256))],
  ['Phone number is required', rules.phoneRule('')],
  ['Invalid phone number format', rules.phoneRule('123456')],
  ['Please confirm your password', rules.confirmationRule('', 'Sunshine#1')],
  ['Passwords do not match', rules.confirmationRule('Sunshine#2', 'Sunshine#1')],
  ['Country is required', rules.countryRule('')],
  ['Invalid file type. Please use JPEG, PNG, or GIF images.', rules.pictureFault({ type: 'image/webp', size: 1 })],
  ['File size too large. Maximum size is 5MB.', rules.pictureFault({ type: 'image/png', size: 5_242_881 })],
])('%s', (text, given) => {
  expect(given).toBe(text)
})
