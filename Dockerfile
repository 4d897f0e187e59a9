# The image of the panel. It does not run as root, and writes only to /data, /data-keys and /tmp.
FROM node:24-bookworm-slim AS base
WORKDIR /app

# The tools that compile better-sqlite3 on platforms without a prebuilt binary.
FROM base AS tools
RUN apt-get update \
 && apt-get install -y --no-install-recommends g++ make python3 \
 && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json .npmrc ./

FROM tools AS build
RUN npm ci
COPY . .
RUN npm run build

FROM tools AS packages
RUN npm ci --omit=dev

FROM base
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/build build
COPY package.json ./
# For `npm run backup` and the other commands.
COPY scripts/run.js scripts/run.js
RUN install -d -o node -g node -m 700 /data /data-keys
USER node
# /data-keys holds the panel key and the checkpoints of the audit log, apart from the data.
VOLUME /data /data-keys
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "build/server/cli.js", "start"]
