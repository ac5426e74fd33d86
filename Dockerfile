# `signalpost run` in a container: docs/running.md.
# Both base images are named by tag: their digests could not be read where this was written, without a registry. To pin one, append the
# digest that `docker buildx imagetools inspect IMAGE` prints first: IMAGE@sha256:…
FROM node:24.21.0-trixie-slim AS install
# What to install, for npm: this folder is made by `npm run build`. A published version: --build-arg PACKAGE=signalpost@1.2.3
ARG PACKAGE=/clone/dist/signalpost
WORKDIR /app
# The argument has the version, or names a folder:
# hadolint ignore=DL3016
RUN --mount=type=bind,target=/clone \
    npm install --install-links --omit=dev --omit=peer --ignore-scripts --no-audit --no-fund "$PACKAGE" \
    && mkdir --mode=700 .signalpost

# No shell and no npm: only Node, and the package as root's files, which the process can't change.
FROM gcr.io/distroless/nodejs24-debian13:nonroot
WORKDIR /app
COPY --from=install /app/node_modules node_modules
# A new volume takes over the owner: 65532 is the image's nonroot.
COPY --from=install --chown=65532:65532 /app/.signalpost .signalpost
VOLUME /app/.signalpost
USER 65532:65532
# The last tick alone: a new process would not help an API or a receiver that fails. The first is due at the start.
HEALTHCHECK --interval=1m --timeout=10s --start-period=2m --retries=3 \
    CMD ["/nodejs/bin/node", "/app/node_modules/signalpost/dist/cli/bin.mjs", "status", "--tick"]
ENTRYPOINT ["/nodejs/bin/node", "/app/node_modules/signalpost/dist/cli/bin.mjs"]
CMD ["run"]
