export { shiftPage } from '@packboard/model/texts/fr/shiftPage'
