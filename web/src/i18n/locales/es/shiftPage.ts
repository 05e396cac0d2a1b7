export { shiftPage } from '@packboard/model/texts/locales/es/shiftPage'
