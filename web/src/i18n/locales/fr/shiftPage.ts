export { shiftPage } from '@packboard/model/texts/locales/fr/shiftPage'
