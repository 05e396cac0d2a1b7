export { states } from '@packboard/model/texts/locales/fr/states'
