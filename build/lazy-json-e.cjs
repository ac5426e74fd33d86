/** JSON-e is evaluated in a bundle once a route has a template: few have one, and each cold start would pay for it. */
module.exports = (template, context) => require('../node_modules/json-e/src/index.js')(template, context);
