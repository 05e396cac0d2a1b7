export { states } from '@packboard/model/texts/locales/es/states'
