import { dateRangePresets, durationPresets } from '@packboard/model'

/** Every text that the specification gives to the letter, by its section; texts.spec.ts finds each on a screen. */

/** §5: what a form says. */
const validation = [
  'password strength: strong',
  'Client is required',
  'Machine Type is required',
  'Serial No is required',
  'Label is required',
  'Image is required',
  'Subscription is required',
  'Please fill in all required fields: Name, Contact Name, Contact Email, Contact Number',
  'Please select Enabled value!',
  'Please check mark the Terms and Conditions!',
  'Password cannot be empty or contain only spaces.',
  'Password must be at least 3 characters long.',
] as const

/** §8: what went wrong, and what went well. The first three are the server's own words. */
const errors = [
  'Invalid username or password!',
  'Please confirm your e-mail address with the link that was sent to it. The account then awaits approval.',
  'This user name is already taken.',
  'Server error!',
  'A reset password link has been sent on the provided email!',
  'Your password has been reset!',
  'An error occurred',
  'Distributor added successfully',
  'Distributor updated successfully',
  'Success!',
  'Distributor deleted successfully',
  'Client deleted successfully',
  'Machine deleted successfully',
  'Machine Type deleted successfully',
  'User deleted successfully',
  'Failed to delete distributor',
  'Failed to delete client',
  'Error deleting machine',
  'Error deleting machine type',
  'Error deleting user',
  'No Machines Found',
  'Not Allowed',
  'Not Available',
  'Loading...',
  'No Data Found',
  'All',
] as const

/** §9: presets, defaults and units. */
const constants = [
  ...durationPresets,
  ...dateRangePresets,
  '06:00',
  '18:00',
  '00:00',
  '23:59',
  '10',
  'per minute',
  'ppm',
  'You must be 18 or over.',
] as const

export const specifiedTexts = [...new Set([...validation, ...errors, ...constants])]
export type SpecifiedText = (typeof specifiedTexts)[number]
